import type { Link } from '../../api/records.ts';
import { lastDayOf } from '../../state/actions/sharing.ts';
import { formatDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** The note of a link, or else the day of its creation. */
export function nameOfLink({ label, created_at: createdAt }: Pick<Link, 'label' | 'created_at'>): string {
  return label === '' ? t().sharing.links.unnamed(formatDay(createdAt)) : label;
}

/** What visitors may do and until when, in words. */
export function termsOfLink({ kind, works, ends_at: endsAt }: Link): readonly string[] {
  const texts = t().sharing.links;
  return [
    ...(works ? [] : [texts.dead]),
    texts.kinds[kind],
    ...(endsAt === null ? [] : [t().sharing.untilDay(formatDay(lastDayOf(endsAt)))]),
  ];
}

/** {@link termsOfLink}, how often the link was used, and who created it. */
export function factsOfLink(link: Link): readonly string[] {
  return [...termsOfLink(link), useOfLink(link), link.created_by.name];
}

/** How often a link was used. */
export function useOfLink({ kind, visits, downloads, files }: Link): string {
  const texts = t().sharing.links;
  return kind === 'upload' ? texts.received(files) : texts.use(visits, downloads);
}
