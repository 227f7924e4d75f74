import { type RowOf, table } from '../../../../platform/db/table.ts'

export const signUps = table('sign_up', {
  id: 'uuid',
  emailNormal: 'text',
  email: 'text',
  name: 'text',
  password: 'text',
})
export type SignUpRow = RowOf<typeof signUps>
