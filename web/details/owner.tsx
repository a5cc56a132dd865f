import type { Document } from '../api/records.ts';
import { People } from '../parts/display/people.tsx';
import { t } from '../text/text.ts';

/** The owner of an entry: a user, or the organization. */
export function Owner({ owner }: Pick<Document, 'owner'>) {
  return owner === null ? t().document.office : <People names={[owner.name]} />;
}
