/** Small values of the instance, such as the key for setup links. */
export interface SettingStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /**
   * Sets the value unless it exists, and returns the stored one. All concurrent callers get the
   * same.
   */
  keep(name: string, value: string): Promise<string>;
  remove(name: string): Promise<void>;
}
