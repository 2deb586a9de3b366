import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readBackupSettings } from "./backup-settings.ts";

const folderOnly = { dataFolder: "/var/lib/spoor", inDatabase: false };

test("a folder is enough: daily at 02:00 UTC, keeping seven", () => {
  expect(readBackupSettings({ SPOOR_BACKUP_FOLDER: "/backups" }, folderOnly)).toEqual({
    folder: "/backups",
    minutes: [120],
    keep: 7,
  });
  expect(readBackupSettings({}, folderOnly)).toBeUndefined();
  expect(readBackupSettings({ SPOOR_BACKUP_FOLDER: "" }, folderOnly)).toBeUndefined();
});

test("reads times, a number, and a folder relative to the working directory", () => {
  const environment = {
    SPOOR_BACKUP_FOLDER: "backups",
    SPOOR_BACKUP_TIME: "14:00,02:30",
    SPOOR_BACKUP_KEEP: "30",
  };
  expect(readBackupSettings(environment, folderOnly)).toEqual({
    folder: resolve("backups"),
    minutes: [150, 840],
    keep: 30,
  });
});

test.each([
  [{ SPOOR_BACKUP_FOLDER: "/b", SPOOR_BACKUP_TIME: "25:00" }, /^SPOOR_BACKUP_TIME is “25:00”/],
  [{ SPOOR_BACKUP_FOLDER: "/b", SPOOR_BACKUP_KEEP: "0" }, /^SPOOR_BACKUP_KEEP is “0”/],
  [{ SPOOR_BACKUP_FOLDER: "/b", SPOOR_BACKUP_KEEP: "many" }, /^SPOOR_BACKUP_KEEP is “many”/],
  [{ SPOOR_BACKUP_TIME: "02:00" }, /^SPOOR_BACKUP_TIME has no effect without SPOOR_BACKUP_FOLDER/],
  [{ SPOOR_BACKUP_KEEP: "3" }, /^SPOOR_BACKUP_KEEP has no effect/],
  [
    { SPOOR_BACKUP_FOLDER: "/var/lib/spoor" },
    /^SPOOR_BACKUP_FOLDER is “\/var\/lib\/spoor”, the data folder itself/,
  ],
  [{ SPOOR_BACKUP_FOLDER: "/var/lib/spoor/spool/" }, /^SPOOR_BACKUP_FOLDER is/],
])("refuses %o", (environment, sentence) => {
  expect(readBackupSettings(environment, folderOnly)).toMatchObject({
    wrong: expect.stringMatching(sentence),
  });
});

test("says that a backup folder does not contain a database", () => {
  const inDatabase = { ...folderOnly, inDatabase: true };
  expect(readBackupSettings({ SPOOR_BACKUP_FOLDER: "/b" }, inDatabase)).toMatchObject({
    wrong: expect.stringMatching(/^SPOOR_BACKUP_FOLDER cannot be used with DATABASE_URL/),
  });
});
