import star from 'icon:star';
import { t } from '../../text/text.ts';
import { Icon } from './icon.tsx';

/** The sign of a favourite beside its name. */
export function FavouriteMark() {
  return (
    <span class="favourite-mark" title={t().isFavourite}>
      <Icon of={star} size={14} />
      <span class="visually-hidden">{t().isFavourite}</span>
    </span>
  );
}
