import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import {
  addItemsBody,
  browseQuery,
  browseResponse,
  folderContents,
  folderRemoval,
  folderSettings,
  itemsAdding,
  itemsChange,
  itemsChanged,
  itemsQuery,
  itemsResponse,
  libraryFolder,
  libraryFolders,
  newFolder,
  scanProblems,
  scanRequest,
  treatmentBody,
} from './folders.ts';

export const libraryFolderEndpoints = {
  listLibraryFolders: endpoint('GET', '/api/admin/library/folders', 'admin', {
    summary: 'The library folders with their scans, and the directories that LIBRARY_ROOTS permits',
    response: libraryFolders,
  }),
  browseLibraryRoots: endpoint('GET', '/api/admin/library/browse', 'admin', {
    summary: 'The sub-folders of a directory below LIBRARY_ROOTS',
    query: browseQuery,
    response: browseResponse,
  }),
  addLibraryFolder: endpoint('POST', '/api/admin/library/folders', 'admin', {
    summary: 'Add a library folder and scan it; nothing becomes a game before its items are added',
    body: newFolder,
    response: libraryFolder,
    status: 201,
  }),
  editLibraryFolder: endpoint('PUT', '/api/admin/library/folders/:id', 'admin', {
    summary: 'Change the settings of a library folder, and scan it again',
    params: idParams,
    body: folderSettings,
    response: libraryFolder,
  }),
  removeLibraryFolder: endpoint('DELETE', '/api/admin/library/folders/:id', 'admin', {
    summary:
      'Forget a library folder and its platform files in the background; nothing on the disk is changed',
    params: idParams,
    query: folderRemoval,
    response: done,
    status: 202,
  }),
  countFolderContents: endpoint('GET', '/api/admin/library/folders/:id/contents', 'admin', {
    summary: 'What the library loses if a library folder is removed',
    params: idParams,
    response: folderContents,
  }),
  scanLibraryFolder: endpoint('POST', '/api/admin/library/folders/:id/scan', 'admin', {
    summary: 'Scan a library folder in the background',
    params: idParams,
    body: scanRequest,
    response: libraryFolder,
    status: 202,
  }),
  cancelLibraryScan: endpoint('POST', '/api/admin/library/folders/:id/scan/cancel', 'admin', {
    summary: 'Stop the scan of a library folder',
    params: idParams,
    response: libraryFolder,
  }),
  treatLibraryPath: endpoint('PUT', '/api/admin/library/folders/:id/treatment', 'admin', {
    summary:
      'Treat a sub-folder as one game, or open it and find its items one by one; scans the folder again',
    params: idParams,
    body: treatmentBody,
    response: libraryFolder,
    status: 202,
  }),
  listScanProblems: endpoint('GET', '/api/admin/library/folders/:id/problems', 'admin', {
    summary: 'The entries that the last scan could not use',
    params: idParams,
    response: scanProblems,
  }),
};

export const libraryItemEndpoints = {
  listLibraryItems: endpoint('GET', '/api/admin/library/items', 'admin', {
    summary: 'What the scans have found, by state, title and platform',
    query: itemsQuery,
    response: itemsResponse,
  }),
  changeLibraryItems: endpoint('PUT', '/api/admin/library/items', 'admin', {
    summary: 'Set title, platform or state of items; items with one title become one game',
    body: itemsChange,
    response: itemsChanged,
  }),
  addLibraryItems: endpoint('POST', '/api/admin/library/items/add', 'admin', {
    summary: 'Add items to the library in the background',
    body: addItemsBody,
    response: itemsAdding,
    status: 202,
  }),
};
