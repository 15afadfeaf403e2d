(* The trivial property of bench/throughput under QCheck.
   usage: qcheck_reverse RUNS     prints TESTS-PER-CPU-SECOND MEAN-LENGTH *)
let reverse a =
  let n = Array.length a in
  Array.init n (fun i -> a.(n - 1 - i))

let () =
  let runs = int_of_string Sys.argv.(1) and executions = ref 0 and elements = ref 0 in
  let arrays = QCheck.(array_of_size Gen.(int_bound 15) (int_bound 1000)) in
  let property a =
    incr executions;
    elements := !elements + Array.length a;
    reverse (reverse a) = a
  in
  let test = QCheck.Test.make ~count:runs ~max_gen:runs arrays property in
  QCheck.Test.check_exn ~rand:(Random.State.make [| 1 |]) test;
  assert (!executions = runs);
  Printf.printf "%.0f %.2f\n" (float runs /. Sys.time ())
    (float !elements /. float !executions)
