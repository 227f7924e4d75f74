import type { Turn } from '../model-provider/index.ts'

const call = (name: string, input: unknown): Turn => ({ toolCalls: [{ name, input }] })

/** Turns of a scripted model: tools of the native harness, and the last words. */
export const turns = {
  read: (path: string) => call('read', { path }),
  write: (path: string, content: string) => call('write', { path, content }),
  edit: (path: string, find: string, replace: string) => call('edit', { path, find, replace }),
  run: (command: string) => call('run', { command }),
  end: (text = 'Done.'): Turn => ({ text }),
}

/** Settings of a server whose model is a faked endpoint, and answers only agents: one token costs one micro-dollar. */
export const modelSettings = (baseUrl: string, apiKey: string): Record<string, string> => ({
  ATELIER_MODEL_BASE_URL: baseUrl,
  ATELIER_MODEL_NAME: 'fake-large',
  ATELIER_MODEL_API_KEY: apiKey,
  ATELIER_MODEL_INPUT_PRICE: '1',
  ATELIER_MODEL_OUTPUT_PRICE: '1',
  ATELIER_MODEL_OUTPUT_TOKENS: '1000',
  ATELIER_MODEL_FIRST_BYTE_SECONDS: '2',
  ATELIER_MODEL_IDLE_SECONDS: '2',
  ATELIER_MODEL_REVIEW: 'off',
  ATELIER_MODEL_PLANNING: 'off',
})
