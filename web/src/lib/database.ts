import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** Opens a database of the page. Closes it when another tab brings a later version of the page. */
export function openDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  create: (created: IDBPDatabase<Schema>) => void,
): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, version, {
    upgrade: create,
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
    },
  });
}
