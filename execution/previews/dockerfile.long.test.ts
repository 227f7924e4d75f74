import Docker from 'dockerode'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { programScene } from '../../testing/deployments/preview-sandboxes.ts'
import { previewScene } from '../../testing/deployments/previews.ts'
import { baseImage, importBaseImage } from '../../testing/sandbox/base-image.ts'
import { containersUnderTest, testLimits } from '../../testing/sandbox/conformance-scene.ts'
import { processesWith } from '../../testing/sandbox/processes-with.ts'
import type { BuildEnd, BuildRecord } from '../packages/index.ts'
import { buildPreview } from './builds/build.ts'
import type { BuildInput } from './builds/build-parts.ts'
import { filesOf, findKeptBuild } from './builds/kept-builds.ts'
import { planPreview } from './plans/plan.ts'

const server = `
  $| = 1;
  socket(my $s, 2, 1, 0) or die; setsockopt($s, 1, 2, 1);
  bind($s, pack('S n a4 x8', 2, $ENV{PORT}, "\\0" x 4)) or die "bind: $!\\n"; listen($s, 5);
  print "listening at $ENV{PORT} with $ENV{GREETING} and $ENV{OWN}\\n";
  while (accept(my $c, $s)) {
    my $line = <$c>;
    open(my $made, '<', '/shop/made'); my $text = <$made>;
    my $wrote = open(my $file, '>', '/shop/made') ? 'wrote' : 'read-only';
    my $temporary = open(my $other, '>', '/tmp/made') ? 'temporary' : "$!";
    my $hosts = -e '/work' || -e '/root/.bashrc' ? 'host' : 'image';
    socket(my $out, 2, 1, 0); my $reached = connect($out, pack('S n a4 x8', 2, 443, "\\xc0\\0\\2\\1")) ? 'reached' : 'unreachable';
    my $body = join ' ', $>, $text, $wrote, $temporary, $hosts, $reached;
    print $c "HTTP/1.1 200 OK\\r\\nconnection: close\\r\\ncontent-length: " . length($body) . "\\r\\n\\r\\n$body"; close $c;
  }`

const dockerfile = (...steps: readonly string[]) =>
  [`FROM ${baseImage}`, 'COPY . /shop', ...steps, 'WORKDIR /shop', 'CMD ["perl", "server.pl"]', ''].join('\n')

const here = await containersUnderTest()
if (here.engine) await importBaseImage(here.engine)

describe.each([here])('$name $why', ({ driver, engine }) => {
  if (!driver || !engine) {
    test.skip('cannot run here', () => {})
    return
  }
  const docker = new Docker({ socketPath: engine.socket, host: undefined })
  const imagesLeft = async () => {
    const tags = (await docker.listImages({ all: true })).flatMap(({ RepoTags }) => RepoTags ?? ['unnamed'])
    return tags.filter((tag) => !tag.includes(baseImage) && !tag.includes('atelier-sandbox-'))
  }

  const build = async (text: string, more: Partial<BuildInput> = {}) => {
    const scene = await previewScene({ Dockerfile: text, 'server.pl': server })
    const plan = planPreview({ paths: ['Dockerfile'], texts: new Map() }, {}, { buildsImages: true })
    if ('refused' in plan) throw new Error(plan.refused)
    const input = scene.input(plan, { limits: { ...testLimits, wallMs: 60_000 }, ...more })
    return { ...scene, input, result: await buildPreview({ ...scene.parts, sandboxes: driver }, input) }
  }

  test('the image of a Dockerfile is built and served from a sandbox, which shows it as its system', async () => {
    const ends: BuildEnd[] = []
    const record: BuildRecord['build'] = async (work, endOf) => {
      const result = await work()
      ends.push(endOf(result))
      return result
    }
    const { result, input, lines } = await build(
      dockerfile('RUN echo -n built >made', 'ENV GREETING=hello', 'EXPOSE 80').replace('RUN', 'WORKDIR /shop\nRUN'),
      { imageHash: 'hash', recordBuild: () => ({ build: record, reused: async () => {} }) },
    )
    expect(ends).toEqual([{ error: undefined, log: expect.stringContaining('COPY') }])
    if ('failed' in result) throw new Error(result.failed)
    expect(lines.some(({ text }) => text.includes('COPY'))).toBe(true)
    expect(await imagesLeft()).toEqual([])
    expect(existsSync(join(filesOf(result.build), 'shop/.git'))).toBe(false)
    expect(await findKeptBuild(input.folder)).toEqual(result.build)

    const { deploy, ask, lines: printed, previews } = await programScene(driver)
    expect(await deploy('shop', {}, result.build)).toEqual({ outcome: 'live' })
    expect((await ask('shop')).text).toBe('1000 built read-only temporary image unreachable')
    expect(printed).toContain('listening at 80 with hello and value')
    await previews.sleep('shop')
    expect(await processesWith('server.pl')).toEqual([])
    expect((await ask('shop')).status).toBe(200)
  })

  test('the steps of a build have no network', async () => {
    const names = `RUN perl -e 'open F, "/proc/net/dev"; print join ",", map { /(\\w+):/ ? $1 : () } <F>' >/net`
    const { result } = await build(dockerfile(names))
    if ('failed' in result) throw new Error(result.failed)
    expect(await readFile(join(filesOf(result.build), 'net'), 'utf8')).toBe('lo')
  })

  test.each([
    ['a step fails', dockerfile('RUN exit 3'), 'The image could not be built: '],
    ['it is no Dockerfile', 'nothing of the kind', 'The image could not be built: '],
    ['it begins with an image that is not there', 'FROM localhost:1/none\nCMD ["x"]\n', 'could not be built: '],
    ['it names no program', `FROM ${baseImage}\nCOPY . /shop\n`, 'names no program'],
  ])('a build where %s says why, and leaves nothing', async (_what, text, sentence) => {
    const { result, parent } = await build(text)
    expect(result).toEqual({ failed: expect.stringContaining(sentence) })
    expect([await readdir(parent), await imagesLeft(), await engine.containers()]).toEqual([[], [], []])
  })

  test('links in the place of folders and set-uid programs do no harm', async () => {
    const { result } = await build(
      dockerfile(
        'RUN rm -rf /tmp /run /dev/shm; ln -s /etc /tmp; ln -s / /run; ln -s /etc/passwd /preview; chmod 4755 /usr/bin/id; true',
      ),
    )
    if ('failed' in result) throw new Error(result.failed)
    const files = filesOf(result.build)
    for (const name of ['tmp', 'run', 'preview']) expect((await stat(join(files, name))).isDirectory(), name).toBe(true)
    expect((await stat(join(files, 'usr/bin/id'))).mode & 0o6000).toBe(0)
    const { deploy, ask } = await programScene(driver)
    expect(await deploy('odd', {}, result.build)).toEqual({ outcome: 'live' })
    expect((await ask('odd')).status).toBe(200)
  })

  test('an image that is larger than a build may be is refused', async () => {
    const limits = { ...testLimits, wallMs: 60_000, diskBytes: 2 ** 20 }
    const { result, parent } = await build(dockerfile(), { limits })
    expect(result).toEqual({ failed: expect.stringContaining('larger') })
    expect(await readdir(parent)).toEqual([])
  })

  test('a build that takes too long is ended, and so is an aborted build', async () => {
    const slow = dockerfile(`RUN perl -e 'sleep 77777'`)
    const { result } = await build(slow, { limits: { ...testLimits, wallMs: 2_000 } })
    expect(result).toEqual({ failed: 'The image was not built within 2 s.' })
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(), 2_000)
    await expect(build(slow, { signal: stopping.signal })).rejects.toThrow(/abort/i)
    await expect.poll(() => processesWith('sleep 77777')).toEqual([])
    expect(await imagesLeft()).toEqual([])
  })
})
