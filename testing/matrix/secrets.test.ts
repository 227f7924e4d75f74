import secrets from '../../domains/code/secrets/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(secrets)
