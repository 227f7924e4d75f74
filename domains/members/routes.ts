import type { Keys } from '../../platform/access/index.ts'
import { implement } from '../../platform/contract/index.ts'
import { members } from './contract.ts'
import listMembers from './operations/list-members.ts'
import removeMember from './operations/remove-member.ts'
import updateMember from './operations/update-member.ts'

export default ({ keys }: { readonly keys: Pick<Keys, 'forget'> }) =>
  implement(members, { listMembers, updateMember: updateMember(keys), removeMember: removeMember(keys) })
