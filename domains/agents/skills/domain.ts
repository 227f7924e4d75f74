import { domain } from '../../domain.ts'
import { skills } from './contract.ts'
import routes from './handlers.ts'
import { removeSkills } from './store.ts'

export default domain({
  name: 'skills',
  contract: skills,
  handlers: () => routes,
  project: () => ({ purge: removeSkills }),
})
