-- The board: who made a tag, in which order its columns (lanes) stand, and in which of them a ticket is.

alter table tags add column user_id integer;
-- Of tags with kanban 1, from left to right; ties by id.
alter table tags add column lane_order integer not null default 0;
alter table tags add foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id);
create index tags_user on tags (company_id, user_id);
create index tags_lanes on tags (company_id, lane_order, id) where kanban = 1;

-- What its tag says, so that the database itself can hold that a ticket is in one lane at most.
alter table ticket_tags add column kanban smallint not null default 0;
-- The lane a ticket is in, 0 for none: what its row in ticket_tags says, here so that a lane is one range of an index.
alter table tickets add column lane integer not null default 0;

alter table tags no force row level security;
alter table ticket_tags no force row level security;
alter table tickets no force row level security;
update tags g
  set lane_order = o.place
  from (select id, row_number() over (partition by company_id order by id) as place from tags where kanban = 1) o
  where o.id = g.id;
-- Of several lanes the one furthest to the right stays: the tags were set one after the other as the work went on.
delete from ticket_tags tt
  using tags g, ticket_tags more, tags later
  where g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban = 1
    and more.company_id = tt.company_id and more.ticket_id = tt.ticket_id
    and later.company_id = more.company_id and later.id = more.tag_id and later.kanban = 1
    and later.lane_order > g.lane_order;
update ticket_tags tt set kanban = 1 from tags g where g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban = 1;
update tickets t set lane = tt.tag_id from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.kanban = 1;
alter table tags force row level security;
alter table ticket_tags force row level security;
alter table tickets force row level security;

create unique index ticket_tags_one_lane on ticket_tags (company_id, ticket_id) where kanban = 1;
create index tickets_board on tickets (company_id, status, place, lane, updated_at desc, id desc) where status <> 'closed';

-- Locked for share: until this commits nobody makes a lane of the tag or takes it off the board.
create function note_lane_of_tag() returns trigger language plpgsql as $$
begin
  select g.kanban into strict new.kanban
    from tags g where g.company_id = new.company_id and g.id = new.tag_id
    for share;
  return new;
exception when no_data_found then
  -- The foreign key says it better.
  new.kanban := 0;
  return new;
end $$;
create trigger ticket_tags_lane before insert on ticket_tags for each row execute function note_lane_of_tag();

-- A tag becomes a lane, or stops being one. A ticket that is in another lane already stays there and loses the new one.
create function note_new_lane() returns trigger language plpgsql as $$
begin
  if new.kanban = 1 then
    delete from ticket_tags tt
      where tt.company_id = new.company_id and tt.tag_id = new.id
        and exists (
          select from ticket_tags other
          where other.company_id = tt.company_id and other.ticket_id = tt.ticket_id and other.kanban = 1);
  end if;
  update ticket_tags tt set kanban = new.kanban where tt.company_id = new.company_id and tt.tag_id = new.id;
  return null;
end $$;
create trigger tags_lane after update of kanban on tags for each row
  when (old.kanban is distinct from new.kanban) execute function note_new_lane();

create function note_ticket_lanes() returns trigger language plpgsql as $$
begin
  update tickets t
    set lane = coalesce(
      (select tt.tag_id from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.kanban = 1), 0)
    from (select distinct c.company_id, c.ticket_id from changed c) c
    where t.company_id = c.company_id and t.id = c.ticket_id
      and t.lane <> coalesce(
        (select tt.tag_id from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.kanban = 1), 0);
  return null;
end $$;
create trigger ticket_tags_put after insert on ticket_tags
  referencing new table as changed for each statement execute function note_ticket_lanes();
create trigger ticket_tags_changed after update on ticket_tags
  referencing new table as changed for each statement execute function note_ticket_lanes();
create trigger ticket_tags_taken after delete on ticket_tags
  referencing old table as changed for each statement execute function note_ticket_lanes();
