// A few functions of Jolt in C: a world of one mesh, a character that walks in it, balls that bounce in it.

#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Character/CharacterVirtual.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayerInterfaceTable.h>
#include <Jolt/Physics/Collision/BroadPhase/ObjectVsBroadPhaseLayerFilterTable.h>
#include <Jolt/Physics/Collision/ObjectLayerPairFilterTable.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/PhysicsSettings.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include <cstdio>

using namespace JPH;

namespace {

constexpr ObjectLayer STILL = 0;
constexpr ObjectLayer MOVING = 1;

void begin() {
	static bool is_ready = [] {
		RegisterDefaultAllocator();
		Factory::sInstance = new Factory();
		RegisterTypes();
		return true;
	}();
	(void)is_ready;
}

struct Layers {
	Layers() {
		kinds.MapObjectToBroadPhaseLayer(STILL, BroadPhaseLayer(0));
		kinds.MapObjectToBroadPhaseLayer(MOVING, BroadPhaseLayer(1));
		pairs.EnableCollision(STILL, MOVING);
		pairs.EnableCollision(MOVING, MOVING);
	}

	BroadPhaseLayerInterfaceTable kinds { 2, 2 };
	ObjectLayerPairFilterTable pairs { 2 };
};

struct World {
	Layers layers;
	ObjectVsBroadPhaseLayerFilterTable against { layers.kinds, 2, layers.pairs, 2 };
	PhysicsSystem system;
	TempAllocatorImpl memory { 256 * 1024 * 1024 };
	JobSystemSingleThreaded jobs { cMaxPhysicsJobs };
	RefConst<Shape> ball;
	float restitution;
	float friction;
};

struct Walker {
	World *world;
	Ref<CharacterVirtual> character;
	CharacterVirtual::ExtendedUpdateSettings stairs;
};

} // namespace

extern "C" {

// A world of the mesh, or nothing where Jolt refuses it.
World *jolt_world(const float *positions, size_t position_count, const uint32_t *corners, size_t triangle_count, float gravity, float restitution, float friction) {
	begin();
	VertexList vertices;
	vertices.reserve(position_count);
	for (size_t i = 0; i < position_count; i++)
		vertices.push_back(Float3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
	IndexedTriangleList triangles;
	triangles.reserve(triangle_count);
	for (size_t i = 0; i < triangle_count; i++)
		triangles.push_back(IndexedTriangle(corners[3 * i], corners[3 * i + 1], corners[3 * i + 2], 0));
	MeshShapeSettings settings(std::move(vertices), std::move(triangles));
	ShapeSettings::ShapeResult mesh = settings.Create();
	if (mesh.HasError()) {
		fprintf(stderr, "Jolt refuses the mesh: %s\n", mesh.GetError().c_str());
		return nullptr;
	}
	World *world = new World();
	world->restitution = restitution;
	world->friction = friction;
	world->system.Init(16384, 0, 65536, 65536, world->layers.kinds, world->against, world->layers.pairs);
	world->system.SetGravity(Vec3(0, -gravity, 0));
	BodyCreationSettings body(mesh.Get(), RVec3::sZero(), Quat::sIdentity(), EMotionType::Static, STILL);
	body.mRestitution = restitution;
	body.mFriction = friction;
	world->system.GetBodyInterface().CreateAndAddBody(body, EActivation::DontActivate);
	world->system.OptimizeBroadPhase();
	return world;
}

void jolt_world_free(World *world) {
	delete world;
}

uint32_t jolt_ball(World *world, const float *at, const float *velocity, float radius) {
	if (world->ball == nullptr)
		world->ball = new SphereShape(radius);
	BodyCreationSettings body(world->ball, RVec3(at[0], at[1], at[2]), Quat::sIdentity(), EMotionType::Dynamic, MOVING);
	body.mLinearVelocity = Vec3(velocity[0], velocity[1], velocity[2]);
	body.mRestitution = world->restitution;
	body.mFriction = world->friction;
	body.mLinearDamping = 0;
	body.mAngularDamping = 0;
	return world->system.GetBodyInterface().CreateAndAddBody(body, EActivation::Activate).GetIndexAndSequenceNumber();
}

void jolt_ball_position(World *world, uint32_t ball, float *position) {
	RVec3 at = world->system.GetBodyInterfaceNoLock().GetCenterOfMassPosition(BodyID(ball));
	at.StoreFloat3((Float3 *)position);
}

// Sorts the bodies that have been added.
void jolt_settle(World *world) {
	world->system.OptimizeBroadPhase();
}

// Returns which of Jolt's lists were too short, 0 for none.
uint32_t jolt_step(World *world, float seconds) {
	return (uint32_t)world->system.Update(seconds, 1, &world->memory, &world->jobs);
}

// An upright capsule around its center, with Jolt's own settings but for slope and steps.
Walker *jolt_walker(World *world, float radius, float half_segment, float slope, float step) {
	CharacterVirtualSettings settings;
	settings.mShape = new CapsuleShape(half_segment, radius);
	settings.mMaxSlopeAngle = slope;
	settings.mSupportingVolume = Plane(Vec3::sAxisY(), half_segment);
	Walker *walker = new Walker { world, new CharacterVirtual(&settings, RVec3::sZero(), Quat::sIdentity(), &world->system), {} };
	walker->stairs.mStickToFloorStepDown = Vec3(0, -step, 0);
	walker->stairs.mWalkStairsStepUp = Vec3(0, step, 0);
	return walker;
}

void jolt_walker_free(Walker *walker) {
	delete walker;
}

void jolt_walker_put(Walker *walker, const float *at) {
	World *world = walker->world;
	walker->character->SetPosition(RVec3(at[0], at[1], at[2]));
	walker->character->SetLinearVelocity(Vec3::sZero());
	walker->character->RefreshContacts(world->system.GetDefaultBroadPhaseLayerFilter(MOVING), world->system.GetDefaultLayerFilter(MOVING), {}, {}, world->memory);
}

// A tick as the sample CharacterVirtualTest of Jolt does it.
void jolt_walker_step(Walker *walker, const float *level, float seconds, float *position) {
	World *world = walker->world;
	CharacterVirtual *character = walker->character;
	Vec3 gravity = world->system.GetGravity();
	character->UpdateGroundVelocity();
	Vec3 fall = character->GetLinearVelocity().Dot(character->GetUp()) * character->GetUp();
	bool stands = character->GetGroundState() == CharacterBase::EGroundState::OnGround && !character->IsSlopeTooSteep(character->GetGroundNormal());
	Vec3 velocity = stands ? character->GetGroundVelocity() : fall;
	velocity += gravity * seconds + Vec3(level[0], level[1], level[2]);
	character->SetLinearVelocity(velocity);
	character->ExtendedUpdate(seconds, gravity, walker->stairs, world->system.GetDefaultBroadPhaseLayerFilter(MOVING), world->system.GetDefaultLayerFilter(MOVING), {}, {}, world->memory);
	character->GetPosition().StoreFloat3((Float3 *)position);
}

} // extern "C"
