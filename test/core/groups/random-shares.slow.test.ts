// Would catch a right that outlasts or precedes its share, a name at the mount root that changes, and a list that differs.
import { playRandomShares } from './random-shares.ts';

describe('shares with users and groups', () => {
  it('give exactly the rights, names and lists of a simple model, whatever happens', () =>
    playRandomShares(7, 3));
});
