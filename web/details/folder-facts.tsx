import type { FolderDetails } from '../api/records.ts';
import { Fact, Facts } from '../parts/display/facts.tsx';
import { formatMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { Owner } from './owner.tsx';

/** The properties of a folder. */
export function FolderFacts({ folder }: { readonly folder: FolderDetails }) {
  const texts = t().document;
  return (
    <Facts variant="above">
      <Fact name={t().kind}>{t().folder}</Fact>
      <Fact name={t().owner}>
        <Owner owner={folder.owner} />
      </Fact>
      <Fact name={texts.created}>{formatMoment(folder.created_at)}</Fact>
      <Fact name={texts.changed}>{formatMoment(folder.updated_at)}</Fact>
      <Fact name={texts.path}>{folder.path}</Fact>
      {folder.locked && (
        <Fact name={texts.lock}>
          {t().isLocked(folder.locked.user, formatMoment(folder.locked.expires_at))}
        </Fact>
      )}
    </Facts>
  );
}
