import history from 'icon:clock';
import { Icon } from '../../parts/display/icon.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { forgetSearches, pathOfSearch, recentSearches } from '../../state/search.ts';
import { t } from '../../text/text.ts';

/** The user's recent queries, or a hint if there are none. */
export function RecentSearches() {
  const recent = recentSearches.value;
  if (recent.length === 0)
    return (
      <div class="notice">
        <p>{t().find.start}</p>
        <p class="hint">{t().find.hint}</p>
      </div>
    );
  return (
    <section class="recent" aria-labelledby="recent-searches">
      <header>
        <h2 id="recent-searches">{t().find.recent}</h2>
        <Button onClick={forgetSearches}>{t().find.forget}</Button>
      </header>
      <ul>
        {recent.map((q) => (
          <li key={q}>
            <a href={pathOfSearch({ q, filter: '', folderId: 0 })}>
              <Icon of={history} />
              <span>{q}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
