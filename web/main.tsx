import './style/main.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { startRouter } from './router.ts';
import './state/session/appearance.ts';
import { startLiveFolders } from './state/files/live-folders.ts';
import { startEvents } from './state/session/events.ts';
import { languageOfPage } from './text/language.ts';
import { showStartFailure } from './text/start-failure.ts';
import { useLanguage } from './text/text.ts';

/** Not a top-level await: the texts import this script, so neither could go on. */
async function start(): Promise<void> {
  // Starts first, because the user may press Back or Forward while the texts load.
  startRouter();
  try {
    await useLanguage(languageOfPage());
    startEvents();
    startLiveFolders();
    render(<App />, document.body);
  } catch {
    showStartFailure();
  }
}

void start();
