import { Rendering } from '../../../src/jobs/rendering.ts';
import { createLogger } from '../../../src/log.ts';
import { renderSettings } from './render-settings.ts';
import { MemoryQueue } from './rendition-queue.ts';

/* Acts as the service: prints the process id of its child, which is in an endless loop then. */

const queue = new MemoryQueue();
queue.add('pid');
queue.add('loop');
queue.onContent = (name) => {
  if (name === 'loop') console.log(queue.results.get('pid'));
};
new Rendering(queue, renderSettings(), createLogger({ level: 'silent', format: 'json' })).start();
