import chevron from 'icon:chevron-right';
import type { Ancestor } from '../../api/records.ts';
import { Icon } from '../../parts/display/icon.tsx';
import { t } from '../../text/text.ts';

interface BreadcrumbsProps {
  readonly ancestors: readonly Ancestor[];
  /** Name of the folder itself. */
  readonly name: string;
  readonly isTop: boolean;
}

/** Links to the ancestors of a folder, and its own name as the page heading. */
export function Breadcrumbs({ ancestors, name, isTop }: BreadcrumbsProps) {
  return (
    <nav class="breadcrumbs" aria-label={t().breadcrumbs}>
      <ol>
        {!isTop && (
          <Crumb href="/" folderId={0}>
            {t().files}
          </Crumb>
        )}
        {ancestors.map((folder) => (
          <Crumb key={folder.id} href={`/folders/${String(folder.id)}`} folderId={folder.id}>
            {folder.name}
          </Crumb>
        ))}
        <li class="here">
          <h1 aria-current="page">{name}</h1>
        </li>
      </ol>
    </nav>
  );
}

interface CrumbProps {
  readonly href: string;
  readonly folderId: number;
  readonly children: string;
}

function Crumb({ href, folderId, children }: CrumbProps) {
  return (
    <li>
      <a href={href} data-folder={folderId} data-name={children}>
        {children}
      </a>
      <Icon of={chevron} size={16} />
    </li>
  );
}
