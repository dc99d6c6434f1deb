/**
 * Finds the resources, scopes and records in the bytes of an OTLP request in JSON, so that they can be kept
 * exactly as they were sent. The bytes have been parsed before.
 */
import { eachItem, eachMember, skipSpace, skipValue, sliceItems } from '../../base/json-bytes.ts';
import type { GroupSlices, ScopeSlices } from './slices.ts';

/** The names of a signal's members: `resourceSpans`, `scopeSpans`, `spans`, or those of logs. */
export type MemberNames = { groups: string; scopes: string; records: string };

/** The last of several equal keys wins, as with `JSON.parse`. */
export function sliceGroups(bytes: Buffer, names: MemberNames): GroupSlices[] {
  let groups: GroupSlices[] = [];
  const takeGroup = (at: number): number => {
    const group: GroupSlices = { resource: null, scopes: [] };
    groups.push(group);
    return eachMember(bytes, at, (key, from) => {
      if (key === names.scopes) {
        group.scopes = [];
        return eachItem(bytes, from, (item) => takeScope(bytes, item, names, group.scopes));
      }
      const end = skipValue(bytes, from);
      if (key === 'resource') group.resource = bytes.subarray(from, end);
      return end;
    });
  };
  eachMember(bytes, skipSpace(bytes, 0), (key, from) => {
    if (key !== names.groups) return skipValue(bytes, from);
    groups = [];
    return eachItem(bytes, from, takeGroup);
  });
  return groups;
}

function takeScope(bytes: Buffer, at: number, names: MemberNames, scopes: ScopeSlices[]): number {
  const slices: ScopeSlices = { scope: null, records: [] };
  scopes.push(slices);
  return eachMember(bytes, at, (key, from) => {
    if (key === names.records) {
      const { items, end } = sliceItems(bytes, from);
      slices.records = items;
      return end;
    }
    const end = skipValue(bytes, from);
    if (key === 'scope') slices.scope = bytes.subarray(from, end);
    return end;
  });
}
