/** The texts of the pages are what is missing. */
const TEXTS = {
  en: { message: 'The page could not be loaded.', reload: 'Reload the page' },
  de: { message: 'Die Seite konnte nicht geladen werden.', reload: 'Seite neu laden' },
} as const;

/** Says that the page cannot start, and offers to load it again. */
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
