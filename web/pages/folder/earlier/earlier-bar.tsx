import chevron from 'icon:chevron-right';
import download from 'icon:download';
import back from 'icon:rotate-ccw';
import close from 'icon:x';
import { Icon } from '../../../parts/display/icon.tsx';
import { Button, IconButton } from '../../../parts/forms/button.tsx';
import { t } from '../../../text/text.ts';
import { folderPathAt } from './times.ts';
import type { Trail } from './trail.ts';

interface EarlierBarProps {
  readonly trail: Trail;
  readonly at: string;
  /** Number of selected entries. */
  readonly count: number;
  readonly onDownload: () => void;
  readonly onClear: () => void;
  /** Undefined if the folder cannot be put back. */
  readonly onPutBack: (() => void) | undefined;
}

/** The path of the folder at that time, and what can be done with it or with the selection. */
export function EarlierBar({ trail, at, count, onDownload, onClear, onPutBack }: EarlierBarProps) {
  const texts = t().earlier;
  if (count > 1)
    return (
      <div class="toolbar selection-bar" role="toolbar" aria-label={t().selected(count)}>
        <IconButton icon={close} label={t().clearSelection} onClick={onClear} />
        <p role="status">{t().selected(count)}</p>
        <Button icon={download} onClick={onDownload}>
          {t().downloadAsZip}
        </Button>
      </div>
    );
  return (
    <div class="toolbar">
      <nav class="breadcrumbs" aria-label={t().breadcrumbs}>
        <ol>
          {trail.folderId !== 0 && <Crumb href={folderPathAt(0, at)}>{t().files}</Crumb>}
          {trail.ancestors.map(({ id, name }) => (
            <Crumb key={id} href={folderPathAt(id, at)}>
              {name}
            </Crumb>
          ))}
          <li class="here">
            <h1 aria-current="page">{trail.name}</h1>
          </li>
        </ol>
      </nav>
      <IconButton icon={download} label={t().downloadAsZip} onClick={onDownload} />
      {onPutBack && (
        <Button icon={back} variant="primary" onClick={onPutBack}>
          {texts.putBack}
        </Button>
      )}
    </div>
  );
}

function Crumb({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <li>
      <a href={href}>{children}</a>
      <Icon of={chevron} size={16} />
    </li>
  );
}
