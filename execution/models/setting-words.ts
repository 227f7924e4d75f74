/** The settings to look at when an endpoint fails, each as a noun in a sentence. */
export interface SettingWords {
  readonly baseUrl: string
  readonly apiKey: string
  readonly model: string
}

const ofInstance: SettingWords = {
  baseUrl: 'ATELIER_MODEL_BASE_URL',
  apiKey: 'ATELIER_MODEL_API_KEY',
  model: 'ATELIER_MODEL_NAME',
}

/** Words of an endpoint: by default the settings of the instance. */
export const wordsOf = ({ words }: { readonly words?: SettingWords | undefined }): SettingWords => words ?? ofInstance
