mod mending;
