import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readBackup } from '../../../platform/backup/index.ts'
import { readMigrations } from '../../../platform/db/migration-files.ts'
import { library } from '../../../testing/delivery.ts'
import { bundleOf, git, importProject } from '../../../testing/repository.ts'
import { packedIn } from '../../../testing/repositories/refs.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { refuseUnfinishedRestore } from '../data-folder.ts'
import { migrations } from '../migrations.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const server = await testServer()
const root = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const { signal } = new AbortController()
const say = () => undefined

const storageAt = (dataFolder: string, databaseUrl: string | undefined = server.databaseUrl) =>
  ({ dataFolder, databaseUrl, connections: undefined, pipeline: true }) as never
const backUp = (to: string, change: object = {}) =>
  makeBackup({ storage: storageAt(server.dataFolder), to, version: '0.1.0', signal, say, ...change })
const restore = (from: string, dataFolder: string, storage = storageAt(dataFolder)) =>
  restoreBackup({ storage, from, signal, say })

test('a backup of a database of your own holds its dump, and a restore puts the objects back', async () => {
  const { owner } = await scene(server)
  const bundle = await bundleOf(library)
  const { projectId } = await importProject(owner, bundle)
  const [id] = await packedIn(server)
  await writeFile(join(root, 'atelier.dump'), 'as pg_dump wrote it')
  const to = join(root, 'tuesday')
  await expect(backUp(to)).rejects.toThrow('pg_dump --format=custom')
  await expect(backUp(join(server.dataFolder, 'x'), {})).rejects.toThrow('inside the data folder')
  await backUp(to, { dump: join(root, 'atelier.dump') })
  expect(await readFile(join(to, 'database', 'dump'), 'utf8')).toBe('as pg_dump wrote it')

  const data = join(root, 'data')
  expect(await restore(to, data)).toMatchObject({ projects: 1 })
  expect(git(join(data, 'cache', 'repositories', `${id}.git`), 'cat-file', '-t', bundle.commitSha)).toBe('commit\n')
  expect(await readdir(data)).not.toContain('restore-unfinished')
  await expect(restore(to, data)).rejects.toThrow('is not empty')

  await rm(join(to, 'objects', 'repositories', id!), { recursive: true })
  await expect(readBackup(to)).rejects.toThrow('is missing.')
  expect(projectId).toMatch(/^[0-9a-f-]{36}$/)
})

test('a backup that does not fit is refused before anything is written', async () => {
  await writeFile(join(root, 'atelier.dump'), 'rows')
  const to = join(root, 'wednesday')
  await backUp(to, { dump: join(root, 'atelier.dump') })
  const path = join(to, 'backup.json')
  const text = await readFile(path, 'utf8')
  const newest = readMigrations(migrations).at(-1)!.name
  const data = join(root, 'unfit')
  const refused = async (change: (text: string) => string, sentence: string, storage = storageAt(data)) => {
    await writeFile(path, change(text))
    await expect(restore(to, data, storage)).rejects.toThrow(sentence)
    await expect(readdir(data)).rejects.toThrow('ENOENT')
  }
  await refused((one) => one.replace(newest, '9999_later.sql'), 'made by a newer Atelier')
  await refused((one) => one.replace(newest, '0001_foundation.sql'), 'made by an Atelier older than 0.3.0')
  await refused((one) => one.replace(newest, '0381_access_points.sql'), 'into an empty database first')
  await refused((one) => one.replace('"dump"', '"embedded"'), 'Leave DATABASE_URL out')
  const embedded = { ...(storageAt(data) as object), databaseUrl: undefined } as never
  await refused((one) => one, 'with pg_restore', embedded)
  const old = (one: string) => one.replace('"dump"', '"embedded"').replace(/"postgres": "\d+"/, '"postgres": "15"')
  await refused(old, 'The backup is of PostgreSQL 15', embedded)
  await writeFile(path, text)
  await mkdir(join(root, 'inside'))
  await expect(
    restoreBackup({ storage: storageAt(data), from: to, keys: join(root, 'inside'), signal, say }),
  ).rejects.toThrow('holds no keys')
})

test('no server starts if a restore ended early, as one without the head of a project does', async () => {
  await writeFile(join(root, 'atelier.dump'), 'rows')
  const to = join(root, 'thursday')
  const empty = join(root, 'empty')
  const data = join(root, 'headless')
  await mkdir(join(empty, 'objects'), { recursive: true })
  await makeBackup({
    storage: storageAt(empty),
    to,
    version: '0.1.0',
    signal,
    say,
    dump: join(root, 'atelier.dump'),
  })
  await expect(restore(to, data)).rejects.toThrow('is gone from the object store')
  await expect(refuseUnfinishedRestore(data)).rejects.toThrow('Empty that folder and restore again')
})
