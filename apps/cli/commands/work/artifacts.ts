import { artifacts as contract } from '../../../../domains/delivery/artifacts/contract.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent, usage } from '../../failure.ts'
import { chooseCycle, chooseProject, type ProjectOption } from '../../project.ts'
import { saveChecked } from '../../files/save-checked.ts'
import type { Session } from '../../session.ts'
import { showRows } from '../../terminal/output.ts'
import { columns, printable, sizeText } from '../../terminal/text.ts'

interface PlaceOptions extends ProjectOption {
  readonly cycle?: string
}
interface GetOptions extends PlaceOptions {
  readonly out?: string
}

type Row = Reply<typeof contract.listCycleArtifacts>[number]

/** `atelier artifacts [cycle]`: prints the files that checks stored in a cycle, or with `--project` in all. */
export const listArtifacts = async (session: Session, cycle: string | undefined, { project }: ProjectOption) => {
  const { all } = await placeOf(session, defined({ cycle, project }))
  const none = 'There are none. Name files in runtime.checks[].artifacts of the project, and they are kept.'
  const rows = await Array.fromAsync<Row>(all())
  showRows(session.output, rows, (row) => lineOf(row, session.output), none)
}

const lineOf = ({ filename, sizeBytes, check, createdAt, masked }: Row, output: Session['output']) =>
  columns([output.ago(createdAt), sizeText(sizeBytes), filename, `of ${check}`, masked ? 'masked' : null])

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

/** The artifacts in a cycle, or in a whole project, and the function that asks for the address of a named one. */
const placeOf = async (session: Session, { cycle, project }: PlaceOptions) => {
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
