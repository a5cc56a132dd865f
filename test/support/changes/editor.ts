import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, present } from '../accounts.ts';
import { putTo } from '../tree.ts';

/** Works with files by name, like a WebDAV client, so that the save rules apply to each step. */
export class Editor {
  readonly core: CoreFixture;
  readonly actor: UserActor;
  readonly folderId: number;

  constructor(core: CoreFixture, actor: UserActor, folderId = 0) {
    this.core = core;
    this.actor = actor;
    this.folderId = folderId;
  }

  /** The path by which a WebDAV client addresses an entry. */
  source(name: string): { readonly path: readonly string[] } {
    const folderPath =
      this.folderId === 0 ? [] : this.core.dms.tree.path(this.actor, this.folderId).slice(1).split('/');
    return { path: [...folderPath, name] };
  }

  /** Id of the entry that currently has the name. */
  at(name: string): number {
    return present(this.core.dms.tree.resolve(this.actor, this.source(name).path)).entry.id;
  }

  async put(name: string, content: string): Promise<number> {
    const target = { folderId: this.folderId, name };
    const { document } = await putTo(this.core.dms, this.actor, target, content, {
      continuesHistory: true,
    });
    return document.id;
  }

  async move(name: string, to: string, overwrite = true): Promise<number> {
    const target = { folderId: this.folderId, name: to };
    return (await this.core.dms.entries.move(this.actor, this.source(name), target, { overwrite })).entry.id;
  }

  async copy(name: string, to: string): Promise<number> {
    const target = { folderId: this.folderId, name: to };
    const options = { overwrite: true };
    return (await this.core.dms.entries.copy(this.actor, this.source(name), target, options)).entry.id;
  }

  async delete(name: string): Promise<void> {
    await this.core.dms.entries.remove(this.actor, this.source(name));
  }
}
