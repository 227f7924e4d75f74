import { testMatrix } from './matrix.ts'

await testMatrix('accounts')
