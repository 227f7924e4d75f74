import { expect, test } from 'vitest'
import { findMachineServices } from '../../../../execution/databases/index.ts'
import { checkedWorld, harmless, outcomes, runChecked } from '../../../../testing/runs/checked-runs.ts'
import { testServer } from '../../../../testing/server.ts'

const { postgres } = await findMachineServices()
const server = await testServer()

const compose = `services:
  db:
    image: postgres:16
    environment:
      POSTGRES_USER: shop
      POSTGRES_PASSWORD: shop
  queue:
    image: rabbitmq:4
`
const isShop = `test "$(psql -qAtX -c 'create table once (a int); select current_user')" = shop`

test.skipIf(postgres === undefined)(
  'checks and the agent of a repository that names PostgreSQL have an empty one, and the setup reports it',
  async () => {
    const files = { 'compose.yaml': compose, Makefile: `test:\n\t${isShop.replaceAll('$', () => '$$')}\n` }
    const made = await checkedWorld(server, files)
    const command = '```run\npsql -qAtX -c "select current_database()" >NAME.md\n```\n'
    const { checks, evidence } = await runChecked(made, harmless + command)
    expect(outcomes(checks)).toEqual(['base setup passed', 'base test passed', 'task test passed'])
    const [setup] = checks
    expect(setup!.log).toContain('Each check has an empty PostgreSQL of this machine on 127.0.0.1.')
    expect(setup!.log).toContain('may need RabbitMQ, which checks do not have')
    expect(evidence.files).toMatchObject([{ path: 'NAME.md' }, { path: 'NOTES.md' }])
    expect(evidence.patch).toContain('+shop')
    expect(evidence.verdict).toMatchObject({ outcome: 'checked' })
  },
)
