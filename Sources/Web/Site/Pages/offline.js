// What is shown without a network: nothing in it moves.
