/*
 * Courses, students, and for each course the set of students that attend it, a bit for
 * each.
 *
 * The bug: transactions are causally consistent, no more. Of two students who enroll at
 * the same time neither is in the set that the other has read; the set that is written
 * last stays.
 */
#ifdef FIXED
#define ISOLATION ASSAY_SERIALISABLE
#else
#define ISOLATION ASSAY_CAUSAL
#endif
#include "store_app.h"

struct student_request {
    int64_t session, student;
};

struct course_request {
    int64_t session, course;
};

struct enrolment_request {
    int64_t session, student, course;
};

struct registered {
    int64_t session, student;
};
ASSAY_MESSAGE(registered, session, student);

struct created {
    int64_t session, course;
};
ASSAY_MESSAGE(created, session, course);

struct enrolled {
    int64_t session, student, course;
};
ASSAY_MESSAGE(enrolled, session, student, course);

struct unenrolled {
    int64_t session, student, course;
};
ASSAY_MESSAGE(unenrolled, session, student, course);

struct refused {
    int64_t session;
};
ASSAY_MESSAGE(refused, session);

struct attending {
    int64_t session, student, course;
    bool yes;
};
ASSAY_MESSAGE(attending, session, student, course, yes);

/* Transactions have the number of their session: it has no other at the same time. */
static void begin(struct assay_session *s)
{
    assay_begin(s, assay_session_id(s));
}

static void refuse(struct assay_session *s)
{
    assay_rollback(s);
    assay_session_say(s, refused, .session = assay_session_id(s));
}

static int64_t bit(int64_t student)
{
    return INT64_C(1) << student;
}

static void register_student(struct assay_session *s, const void *args)
{
    const struct student_request *r = args;
    int64_t known = 0;

    begin(s);
    if (assay_get(s, "students", r->student, &known)) {
        refuse(s);
        return;
    }
    assay_put(s, "students", r->student, 1);
    if (assay_commit(s))
        assay_session_say(s, registered, .session = r->session, .student = r->student);
}

static void create_course(struct assay_session *s, const void *args)
{
    const struct course_request *r = args;
    int64_t known = 0;

    begin(s);
    if (assay_get(s, "courses", r->course, &known)) {
        refuse(s);
        return;
    }
    assay_put(s, "courses", r->course, 1);
    if (assay_commit(s))
        assay_session_say(s, created, .session = r->session, .course = r->course);
}

static void enroll(struct assay_session *s, const void *args)
{
    const struct enrolment_request *r = args;
    int64_t known = 0, list = 0;

    begin(s);
    if (!assay_get(s, "students", r->student, &known) ||
        !assay_get(s, "courses", r->course, &known)) {
        refuse(s);
        return;
    }
    assay_get(s, "enrolments", r->course, &list);
    assay_put(s, "enrolments", r->course, list | bit(r->student));
    if (assay_commit(s))
        assay_session_say(s, enrolled, .session = r->session, .student = r->student,
                          .course = r->course);
}

static void unenroll(struct assay_session *s, const void *args)
{
    const struct enrolment_request *r = args;
    int64_t list = 0;

    begin(s);
    assay_get(s, "enrolments", r->course, &list);
    assay_put(s, "enrolments", r->course, list & ~bit(r->student));
    if (assay_commit(s))
        assay_session_say(s, unenrolled, .session = r->session, .student = r->student,
                          .course = r->course);
}

static void attends(struct assay_session *s, const void *args)
{
    const struct enrolment_request *r = args;
    int64_t list = 0;

    begin(s);
    assay_get(s, "enrolments", r->course, &list);
    if (assay_commit(s))
        assay_session_say(s, attending, .session = r->session, .student = r->student,
                          .course = r->course, .yes = (list & bit(r->student)) != 0);
}

REQUEST(register_student, struct student_request)
REQUEST(create_course, struct course_request)
REQUEST(enroll, struct enrolment_request)
REQUEST(unenroll, struct enrolment_request)
REQUEST(attends, struct enrolment_request)

const struct assay_trace_system assay_system = {
    .start = start,
    .simulation = &simulation,
    .handlers = {{"register", on_register_student},
                 {"createCourse", on_create_course},
                 {"enroll", on_enroll},
                 {"unenroll", on_unenroll},
                 {"attends", on_attends}},
};
