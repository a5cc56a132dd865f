import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { testLargeDocument } from './large.ts';

trial('a document of gibibytes', { small: 20, full: 60 }, function ({ bySize }) {
  needs(this, bySize('7 GiB', '12 GiB'));
  testLargeDocument(bySize(2 ** 29, 5 * 2 ** 30));
});
