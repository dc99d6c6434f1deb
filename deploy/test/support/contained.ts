/**
 * Runs a command as a container would, without a container engine: in a root of its own, which shares with
 * this machine only what a base image has as well (`/usr`, `/etc`, devices, processes) and the Node that runs
 * the tests.
 */
import { mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Contained = {
  /** Folder that becomes `/`. */
  root: string;
  env: Record<string, string>;
  /** User and group, such as `1000:1000`. */
  user: string;
  workdir: string;
  /** Folders of this machine by mount point; they stay writable. */
  volumes: Record<string, string>;
  readOnly: boolean;
};

/** `PATH` of the base image, with the Node that runs the tests first. */
export const BASE_PATH = '/node:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const SHARED_FOLDERS = ['usr', 'etc', 'dev', 'proc'];

/** Runs in a mount namespace of its own, so that no mount is left behind. */
const SCRIPT = `set -e
root=$1 node=$2 read_only=$3 volumes=$4 user=$5 workdir=$6; shift 6
mount --bind "$root" "$root"
for folder in ${SHARED_FOLDERS.join(' ')}; do mount --rbind /$folder "$root/$folder"; done
mount -o remount,ro,bind "$root/usr"
mount -o remount,ro,bind "$root/etc"
mount --bind "$node" "$root/node"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
for volume in $volumes; do mount --bind "\${volume%%:*}" "$root\${volume#*:}"; done
if [ $read_only = true ]; then mount -o remount,ro,bind "$root"; fi
exec chroot "$root" setpriv --reuid=\${user%:*} --regid=\${user#*:} --clear-groups --inh-caps=-all \\
  env --chdir="$workdir" "$@"`;

/** Prepares a folder as such a root. */
export function makeRoot(root: string): void {
  for (const name of [...SHARED_FOLDERS, 'node', 'tmp', 'root'])
    mkdirSync(join(root, name), { recursive: true });
  // Copies links such as /bin to /usr/bin.
  for (const entry of readdirSync('/', { withFileTypes: true })) {
    if (entry.isSymbolicLink() && statSync(join('/', entry.name), { throwIfNoEntry: false }))
      symlinkSync(readlinkSync(join('/', entry.name)), join(root, entry.name));
  }
}

/** Command line that starts it. */
export function contained(
  { root, env, user, workdir, volumes, readOnly }: Contained,
  command: readonly string[],
): string[] {
  const mounts = Object.entries(volumes).map(([seen, folder]) => `${folder}:${seen}`);
  for (const seen of Object.keys(volumes)) mkdirSync(join(root, seen), { recursive: true });
  return [
    ...['unshare', '--mount', '--propagation=private', 'sh', '-c', SCRIPT, 'contained'],
    ...[root, dirname(process.execPath), String(readOnly), mounts.join(' '), user, workdir],
    ...['--ignore-environment', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
    ...command,
  ];
}
