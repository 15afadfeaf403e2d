type int = string;
