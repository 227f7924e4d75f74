import media from '../../domains/agents/media/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(media)
