/** Included here, because the text files may be what failed to load. */
const TEXTS = {
  en: { message: 'The page could not be loaded.', reload: 'Reload the page' },
  de: { message: 'Die Seite konnte nicht geladen werden.', reload: 'Seite neu laden' },
} as const;

/** Shows that the page cannot start, with a button that reloads it. */
export function showStartFailure(): void {
  const texts = document.documentElement.lang === 'de' ? TEXTS.de : TEXTS.en;
  const notice = document.createElement('div');
  notice.className = 'notice';
  notice.setAttribute('role', 'alert');
  const message = document.createElement('p');
  message.textContent = texts.message;
  const button = document.createElement('button');
  button.className = 'button primary';
  button.textContent = texts.reload;
  button.addEventListener('click', () => location.reload());
  notice.append(message, button);
  document.body.replaceChildren(notice);
}
