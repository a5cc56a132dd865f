import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCertificate } from '../support/servers/certificate.ts';
import { freePort, isListening } from '../support/servers/ports.ts';
import { waiter } from '../support/until.ts';

/** The ports of a proxy, and of the service behind it. */
interface Ports {
  readonly http: number;
  readonly https: number;
  readonly service: number;
}

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * A proxy program with an example of packaging/ as its configuration; only names, ports and certificate are replaced.
 */
export interface Kind {
  readonly program: string;
  configuration(ports: Ports, certificate: Certificate, directory: string): string;
  arguments(directory: string): string[];
}

const example = (name: string): string =>
  readFileSync(new URL(`../../packaging/${name}`, import.meta.url), 'utf8');

/** The enclosing configuration of Debian's nginx.conf, without files outside of `directory`. */
function aroundNginx(server: string, directory: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/temp;`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `daemon off; ${user} pid ${directory}/pid; error_log stderr;
events {}
http { access_log off; ${folders.join(' ')}
${server}}`;
}

export const NGINX: Kind = {
  program: 'nginx',
  configuration: (ports, { cert, key }, directory) => {
    const server = example('nginx.conf')
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80', `listen 127.0.0.1:${ports.http}`)
      .replace('listen 443', `listen 127.0.0.1:${ports.https}`)
      .replaceAll('dms.example.org;', '127.0.0.1;')
      .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replace('127.0.0.1:8080', `127.0.0.1:${ports.service}`);
    return aroundNginx(server, directory);
  },
  arguments: (directory) => ['-p', directory, '-c', `${directory}/config`, '-e', 'stderr'],
};

export const CADDY: Kind = {
  program: 'caddy',
  configuration: (ports, { cert, key }) => {
    const site = example('Caddyfile')
      .replace(
        /^dms\.example\.org \{\n/m,
        `https://127.0.0.1:${ports.https} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}\n`,
      )
      .replace('127.0.0.1:8080', `127.0.0.1:${ports.service}`);
    return `{\n\tadmin off\n\tauto_https off\n\tdefault_sni dms.test\n\thttp_port ${ports.http}\n}\n${site}`;
  },
  arguments: (directory) => ['run', '--adapter', 'caddyfile', '--config', `${directory}/config`],
};

/** A reverse proxy with TLS. */
export class Proxy {
  readonly url: string;
  readonly directory: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string, directory: string) {
    this.#child = child;
    this.url = url;
    this.directory = directory;
  }

  /** @param port port of the service, known before the proxy starts */
  static async start(kind: Kind, port: number, https: number): Promise<Proxy> {
    const directory = await mkdtemp(join(tmpdir(), 'dms-proxy-'));
    await mkdir(join(directory, 'temp'));
    const certificate = await writeCertificate(directory);
    const ports = { http: await freePort(), https, service: port };
    await writeFile(join(directory, 'config'), kind.configuration(ports, certificate, directory));
    const environment = {
      ...process.env,
      HOME: directory,
      XDG_DATA_HOME: directory,
      XDG_CONFIG_HOME: directory,
    };
    const child = spawn(kind.program, kind.arguments(directory), {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-100_000);
    });
    const proxy = new Proxy(child, `https://127.0.0.1:${ports.https}`, directory);
    await waiter(() => said)(async () => {
      if (child.exitCode !== null) throw new Error(`${kind.program} ended: ${said}`);
      return isListening(ports.https);
    });
    return proxy;
  }

  async dispose(): Promise<void> {
    this.#child.kill('SIGTERM');
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    await rm(this.directory, { recursive: true });
  }
}
