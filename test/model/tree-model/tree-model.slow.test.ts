// Would catch a service whose answers, tree, history, trash or locks differ from the model over both interfaces.
import { answersAsTheModel } from './sequences.ts';

describe('whatever two users do over both faces', () => {
  it('answers and leaves a tree as the model says, in a few sequences', () => answersAsTheModel(1, 4));
});
