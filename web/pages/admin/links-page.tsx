import { LinksList } from '../../parts/lists/links-list.tsx';
import { t } from '../../text/text.ts';
import { AdminFrame, ForAdmins } from './admin-frame.tsx';

/** The links of all users. */
export function Page() {
  return (
    <ForAdmins>
      <AdminFrame title={t().sharing.links.tab} isList>
        <LinksList ofEveryone />
      </AdminFrame>
    </ForAdmins>
  );
}
