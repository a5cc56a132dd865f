import './style/main.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { startRouter } from './router.ts';
import './state/appearance.ts';
import { startEvents } from './state/events.ts';
import { startLiveFolders } from './state/live-folders.ts';
import { languageOfPage, useLanguage } from './text/text.ts';

await useLanguage(languageOfPage());
startRouter();
startEvents();
startLiveFolders();
render(<App />, document.body);
