// The page of questions and answers: nothing in it moves.
