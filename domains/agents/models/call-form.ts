import type { ShapeName } from '../../../execution/models/index.ts'

export type CallForm = ShapeName | 'embeddings' | 'token_count'
