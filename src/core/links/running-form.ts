import type { Readable } from 'node:stream';
import type { UserActor } from '../../model/people/actor.ts';
import type { Uploads } from '../entries/entries.ts';
import type { ReceivedContent, RunningUpload } from '../versions/versions.ts';

/** A form that a visitor of a link sends, while its files arrive. */
export class RunningForm {
  protected readonly user: UserActor;
  protected readonly uploads: Uploads;
  protected readonly running: RunningUpload;

  /** @throws {DmsError} throttled */
  constructor(user: UserActor, uploads: Uploads) {
    this.user = user;
    this.uploads = uploads;
    this.running = uploads.begin(user);
  }

  /** Receives the content of a file. @param permit throws if a content of so many bytes must not be stored */
  receive(stream: Readable, permit: (bytes: number) => void): Promise<ReceivedContent> {
    return this.uploads.receive(this.user, stream, { upload: this.running, permit, ownsBytes: true });
  }

  /** Must be called once, after the files were stored or discarded. */
  end(): void {
    this.running.end();
  }
}
