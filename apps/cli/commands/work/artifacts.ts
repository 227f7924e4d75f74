import { artifacts as contract } from '../../../../domains/delivery/artifacts/contract.ts'
import type { Client, Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent, usage } from '../../failure.ts'
import { chooseCycle, chooseProject } from '../../project.ts'
import { saveChecked } from '../../files/save-checked.ts'
import type { Session } from '../../session.ts'
import { printable, sizeText } from '../../terminal/text.ts'

interface ArtifactOptions {
  readonly project?: string
}
interface GetOptions extends ArtifactOptions {
  readonly cycle?: string
  readonly out?: string
}

type Row = Reply<typeof contract.listCycleArtifacts>[number]

/** `atelier artifacts [cycle]`: prints the files that checks stored in a cycle, or with `--project` in all. */
export const listArtifacts = async (
  session: Session,
  cycle: string | undefined,
  { project }: ArtifactOptions,
): Promise<void> => {
  const { all } = await placeOf(session, {
    ...(cycle !== undefined && { cycle }),
    ...(project !== undefined && { project }),
  })
  const rows: Row[] = []
  for await (const row of all()) rows.push(row)
  session.output.show(
    rows,
    rows.map((row) => lineOf(row, session.output)),
  )
  if (rows.length === 0)
    session.output.say('There are none. Name files in runtime.checks[].artifacts of the project, and they are kept.')
}

const lineOf = ({ filename, sizeBytes, check, createdAt, masked }: Row, output: Session['output']) =>
  [output.ago(createdAt), sizeText(sizeBytes), printable(filename), `of ${printable(check)}`]
    .concat(masked ? ['masked'] : [])
    .join('  ')

/** `atelier artifacts get <name>`: saves an artifact after a check of its hash, and never over an existing file. */
export const getArtifact = async (session: Session, name: string, { out, ...of }: GetOptions): Promise<void> => {
  const { client, all, address } = await placeOf(session, of)
  const row = await rowNamed(all, name)
  const { url } = await address(name)
  const token = new URL(url).pathname.split('/').at(-1)!
  const content = await client.open(contract.downloadArtifact, { params: { token } })
  const path = await saveChecked(session, content, { ...row, name, out })
  session.output.show(
    { ...row, path },
    `Saved as ${printable(path)}, ${sizeText(row.sizeBytes)}, SHA-256 ${row.sha256}`,
  )
}

/** Where files are asked for: a cycle, or with `--project` a whole project. */
const placeOf = async (
  session: Session,
  { cycle, project }: { readonly cycle?: string; readonly project?: string },
) => {
  if (cycle !== undefined && project !== undefined) throw usage('Name a cycle or a project, not both.')
  const client: Client = await session.client()
  if (project !== undefined) {
    const id = await chooseProject(session, project)
    return {
      client,
      all: () => client.every(contract.listProjectArtifacts, { params: { id } }),
      address: (filename: string) => client.call(contract.getProjectArtifactUrl, { params: { id, filename } }),
    }
  }
  const id = await chooseCycle(session, cycle)
  return {
    client,
    all: () => client.every(contract.listCycleArtifacts, { params: { id } }),
    address: (filename: string) => client.call(contract.getCycleArtifactUrl, { params: { id, filename } }),
  }
}

const rowNamed = async (all: () => AsyncIterable<Row>, name: string): Promise<Row> => {
  for await (const row of all()) if (row.filename === name) return row
  throw absent('no_artifact', `There is no ${printable(name)}. See what there is: ${atelier} artifacts`)
}
