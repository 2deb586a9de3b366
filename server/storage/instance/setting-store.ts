/** Small facts of the instance: what set-up links are made with, for one. */
export interface SettingStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /**
   * Sets it unless it is there, and returns what is there then: of many that ask at once, all get
   * the same.
   */
  keep(name: string, value: string): Promise<string>;
  remove(name: string): Promise<void>;
}
