int nothing = ;
