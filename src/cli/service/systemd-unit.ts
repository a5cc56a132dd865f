import { basename, dirname } from 'node:path';
import { allocatorWords } from '../../program/allocator.ts';

/**
 * Variable parts of the unit file. All paths are absolute and contain no special characters, because
 * {@link systemdUnit} does not escape them.
 */
export interface UnitOptions {
  /** The program, with the arguments before `serve`. */
  readonly program: readonly string[];
  /** Account of the service. */
  readonly user: string;
  readonly configFile: string;
  readonly dataDirectory: string;
  /** Further folders that the service writes to, for example that of the backups. */
  readonly writable: readonly string[];
}

/** Options of the unit file in the Debian package. */
export const PACKAGED: UnitOptions = {
  program: ['/usr/bin/dms'],
  user: 'dms',
  configFile: '/etc/dms/config.yaml',
  dataDirectory: '/var/lib/dms',
  writable: [],
};

/** Folders that are hidden from the service, or differ from those that other programs see. */
export const HIDDEN_FOLDERS: readonly string[] = [
  '/home',
  '/root',
  '/run/user',
  '/tmp',
  '/var/tmp',
  '/dev',
  '/proc',
  '/sys',
];

/** Sandboxing options, the same on every machine. */
const CONFINED = `ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectProc=invisible
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes

# Ports below 1024 (server.port: 443) need a capability, which "systemctl edit dms" gives:
#   [Service]
#   CapabilityBoundingSet=CAP_NET_BIND_SERVICE
#   AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=
AmbientCapabilities=
NoNewPrivileges=yes
KeyringMode=private
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
# MemoryDenyWriteExecute is impossible: V8, which runs dms, writes machine code into memory and executes it.
`;

/** Text of the unit file `dms.service`. `packaging/dms.service` is the result for {@link PACKAGED}. */
export function systemdUnit(options: UnitOptions): string {
  const { program, user, configFile, dataDirectory } = options;
  return `# Change nothing here, as the next version overwrites it: "systemctl edit dms" adds lines of your own.
[Unit]
Description=dms document management
Wants=network-online.target
After=network-online.target
# While the disk with the data is not mounted, a service would begin an empty office beneath it.
RequiresMountsFor=${dataDirectory}
StartLimitIntervalSec=300
StartLimitBurst=10

[Service]
# dms says by systemd-notify(1), a process of its own, when it is ready, and twice in three minutes that it lives.
Type=notify
NotifyAccess=all
WatchdogSec=3min
# A migration of a large database takes long.
TimeoutStartSec=infinity
# Otherwise glibc keeps memory that dms has freed.
Environment=${allocatorWords()}
ExecStart=${[...program, 'serve', '--config', configFile].join(' ')}
ExecReload=kill -HUP $MAINPID
# For secrets (DMS_SMTP_URL_FILE) and for the command of backup.after (RESTIC_PASSWORD_FILE).
EnvironmentFile=-/etc/default/dms
User=${user}
Restart=on-failure
RestartSec=5
# 2: the configuration is wrong, and stays so.
RestartPreventExitStatus=2
# SIGTERM goes to dms alone, which gives running requests 30 s and ends the processes that it has started.
KillMode=mixed
TimeoutStopSec=45
LimitNOFILE=65536
UMask=0077

# The folders that the service may write to. One that you name in backup.dest is added by "systemctl edit dms":
#   [Service]
#   ReadWritePaths=/srv/backup
${writableLines(options).join('\n')}
${CONFINED}
[Install]
WantedBy=multi-user.target
`;
}

/**
 * systemd creates folders directly in `/var/lib` itself (`StateDirectory`), and makes the account of the service their
 * owner.
 */
function writableLines({ dataDirectory, writable }: UnitOptions): string[] {
  const others = writable.map((path) => `ReadWritePaths=-${path}`);
  if (dirname(dataDirectory) !== '/var/lib') return [`ReadWritePaths=${dataDirectory}`, ...others];
  return [`StateDirectory=${basename(dataDirectory)}`, 'StateDirectoryMode=0700', ...others];
}
