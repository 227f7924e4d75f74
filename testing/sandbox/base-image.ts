import Docker from 'dockerode'
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { TestEngine } from './container-engine.ts'

/** The name of an image with a shell, perl and little else. */
export const baseImage = 'atelier-test-base'

const programs = ['/bin/dash', '/usr/bin/perl', '/usr/bin/id', '/usr/bin/rm', '/usr/bin/ln', '/usr/bin/chmod']

const layOut = `set -e
  for program in "$@"; do
    for file in "$program" $(ldd "$program" | grep -o '/[^ ]*'); do
      mkdir -p ".$(dirname "$file")"
      cp -L "$file" ".$file"
    done
  done
  mkdir -p bin etc tmp
  ln -sf dash bin/sh
  echo 'root:x:0:0::/:/bin/sh' >etc/passwd`

/** Makes the base image out of programs of this machine: nothing is downloaded. */
export const importBaseImage = async ({ socket }: TestEngine): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'base-image-'))
  try {
    await writeFile(join(folder, 'lay-out.sh'), layOut)
    await promisify(execFile)('sh', ['lay-out.sh', ...programs], { cwd: folder })
    const tar = spawn('tar', ['--create', '--exclude=lay-out.sh', '.'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const docker = new Docker({ socketPath: socket, host: undefined })
    await text(await docker.importImage(tar.stdout, { repo: baseImage, tag: 'latest' }))
  } finally {
    await rm(folder, { recursive: true })
  }
}
